/** As much of curl as the printed commands use, for machines without it: `-sS`, `-H`, `-d`. */
const args = process.argv.slice(2);
const headers = [];
let url, body;
for (let argument = args.shift(); argument !== undefined; argument = args.shift()) {
  if (argument === '-H') headers.push(args.shift().split(/: (.*)/s, 2));
  else if (argument === '-d') body = args.shift();
  else if (!argument.startsWith('-')) url = argument;
}
const answer = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
process.stdout.write(await answer.text());
