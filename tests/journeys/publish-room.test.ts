import { expect, forgive, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';

test('the publish room of a session that has ended does not ask for ever', async ({ page, live, complaints }) => {
  await come(page, live, 'office', 'Els Daems');
  let asked = 0;
  await page.route('**/studio/publishing/', async (route) => {
    asked += 1;
    await route.fulfill({ status: 401, body: '' });
  });
  await page.clock.install();
  await page.goto(`${studioOf(live)}/studio/publish/`);
  for (let second = 0; second < 200; second += 1) await page.clock.runFor(1000);
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(10);
  forgive(complaints, /status of 401/);
});
