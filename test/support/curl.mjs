/** As much of curl as the printed commands and the README use, for machines without it: `-sS`, `-i`, `-w`, `-H`, `-d`. */
const args = process.argv.slice(2);
const headers = [];
let url, body, after;
let isShownWhole = false;
for (let argument = args.shift(); argument !== undefined; argument = args.shift()) {
  if (argument === '-H') headers.push(args.shift().split(/: (.*)/s, 2));
  else if (argument === '-d') body = args.shift();
  else if (argument === '-w') after = args.shift();
  else if (argument === '-i') isShownWhole = true;
  else if (!argument.startsWith('-')) url = argument;
}
const answer = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
if (isShownWhole) {
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  process.stdout.write(`HTTP/1.1 ${answer.status} ${answer.statusText}\r\n${lines.join('')}\r\n`);
}
process.stdout.write((await answer.text()) + (after ?? '').replaceAll(String.raw`\n`, '\n'));
