import { chromium } from 'playwright';

const [url, w = '412', dpr = '2'] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const c = await b.newContext({
  viewport: { width: +w, height: 823 },
  deviceScaleFactor: +dpr,
  isMobile: +w < 700,
  hasTouch: +w < 700,
});
const p = await c.newPage();
const all = [];
p.on('requestfinished', (r) =>
  all.push(r.sizes().then((s) => [s.responseBodySize, r.resourceType(), r.url().slice(0, 160)])),
);
await p.goto(url!, { waitUntil: 'networkidle' });
await p.waitForTimeout(1500);
const rows = (await Promise.all(all)).sort((a, b) => b[0] - a[0]);
for (const r of rows) console.log(r.join(' '));
console.log(
  'sum',
  rows.reduce((s, [n]) => s + n, 0),
);
await b.close();
