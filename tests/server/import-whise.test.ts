import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { contentDir, dataDir, EXPORTS, layOutExport, property, snapshot } from '../support/import-export.ts';
import { runCommand } from '../support/run-command.ts';
import { change } from '../support/small-content.ts';
import { startWhise } from '../support/whise-server.ts';

/** `TRIAL_ESTATES=1200` imports as many as a large agency has. */
const ESTATES = Number(process.env.TRIAL_ESTATES ?? 120);
const [recorded] = JSON.parse(readFileSync(join(EXPORTS, 'whise.json'), 'utf8')).estates;
const many = Array.from({ length: ESTATES }, (_, at) => ({
  ...{ ...recorded, id: 700_001 + at, referenceNumber: `W-${at}`, pictures: [] },
}));

beforeEach(layOutExport);

test('estates are imported once; a third that vanished is refused; a price cut is written', async () => {
  const server = await startWhise(many);
  const use = (more: object) =>
    change(join(contentDir, 'settings/import.json'), (data) => ({
      ...data,
      connections: { whise: { ...more, clientId: 12 } },
    }));
  use({ url: server.url });
  const run = async (...more: string[]) => {
    const { code, out } = await runCommand(['import', '--from', 'whise', '--json', ...more], {
      ...{ CONTENT_DIR: contentDir, DATA_DIR: dataDir, OUTGOING_REQUESTS: 'any' },
      ...{ WHISE_USERNAME: 'agency', WHISE_PASSWORD: 'right' },
    });
    return { code, ...JSON.parse(out) };
  };
  expect(await run('--dry-run')).toMatchObject({ code: 0, plan: { added: { length: ESTATES } } });
  expect(await run()).toMatchObject({ code: 0, plan: { added: { length: ESTATES }, skipped: [] } });
  const before = snapshot();
  expect(await run()).toMatchObject({ code: 0, plan: { added: [], changed: [], removed: [], same: ESTATES } });
  expect(snapshot()).toEqual(before);
  const [first, ...others] = server.estates;
  server.estates = others.slice(0, (ESTATES * 2) / 3);
  expect(await run()).toMatchObject({
    code: 1,
    message: expect.stringMatching(new RegExp(`remove ${ESTATES / 3} of ${ESTATES} properties`)),
  });
  expect(snapshot()).toEqual(before);
  server.estates = [{ ...first, price: 399_000 }, ...others];
  expect(await run()).toMatchObject({ plan: { changed: [{ id: 700_001, fields: ['Price'] }], same: ESTATES - 1 } });
  expect(property(700_001)).toMatchObject({ Price: 399_000, Source: 'whise' });
});
