import { expect, forgive, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';

/** The streams of the studio, each with a page that follows it. */
const STREAMS = [
  ['the news', /\/studio\/events\//, '/studio/leads/'],
  ['a publish', /\/studio\/publishing\//, '/studio/publish/'],
] as const;

for (const [name, stream, address] of STREAMS) {
  test(`the stream of ${name} is not asked for without end once the session is over`, async ({
    page,
    live,
    complaints,
  }) => {
    await come(page, live, 'office', 'Els Daems');
    let asked = 0;
    await page.route(stream, async (route) => {
      asked += 1;
      await route.fulfill({ status: 401, body: '' });
    });
    await page.clock.install();
    await page.goto(`${studioOf(live)}${address}`);
    for (let second = 0; second < 200; second += 1) await page.clock.runFor(1000);
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(10);
    forgive(complaints, /status of 401/);
  });

  test(`the stream of ${name} that a stopping server refused is opened again`, async ({ page, live, complaints }) => {
    await come(page, live, 'office', 'Els Daems');
    await page.route(stream, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    const connected = page.waitForResponse((response) => response.status() === 200 && stream.test(response.url()));
    await page.goto(`${studioOf(live)}${address}`);
    await connected;
    forgive(complaints, /status of 503/);
  });
}
