import { html } from './html.ts';

test('texts are escaped, HTML is not', () => {
  const name = `"><script>alert('1 & 2')</script>`;
  expect(html`<p title="${name}">${html`<b>${1}</b>`}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;"><b>1</b></p>',
  );
});

test('lists are joined, and false is left out', () => {
  const items = ['<', 'b'].map((each) => html`<li>${each}</li>`);
  expect(html`${items}${false}`.text).toBe('<li>&lt;</li>\n<li>b</li>');
});
