import { chromium } from 'playwright';
import { readFileSync } from 'node:fs';
const [email, password] = ['demo@studio.example', 'fCMQXFHyaQhDrD_H'];
const base = 'http://localhost:24917';
const [, , name, lang = 'nl', js = 'on'] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
for (const width of [390, 1440]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: lang, javaScriptEnabled: js === 'on' });
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
  page.on('pageerror', (m) => console.log('pageerror', m.message));
  await page.goto(base + '/studio/login/');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('form[action*="login"] button[type=submit]').first().click();
  await page.waitForURL(/studio\/$/);
  const t0 = Date.now();
  await page.goto(base + '/studio/publish/');
  console.log(width, 'ms', Date.now() - t0);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/dev/shm/hB-demo/${name}-${lang}-${width}.png`, fullPage: true });
  if (width === 1440) { await page.goto(base + '/studio/'); await page.screenshot({ path: `/dev/shm/hB-demo/${name}-today-${lang}.png` }); }
}
await browser.close();
