import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { diskProblemOf, isStorageProblem } from '../../src/platform/database/storage-problem.ts';
import { writeAtomically, writeUnlessChanged } from '../../src/platform/files/write.server.ts';
import { readUpload } from '../../src/platform/http/body.server.ts';

// A process of its own whose files may not grow beyond a limit: writes are then cut short, as on a full disk.
const folder = process.argv[2]!;
const TOO_LARGE = 'x'.repeat(200_000);
const EDGE = 'edge';
const form = () =>
  Readable.from([
    `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`,
    ...Array.from({ length: 200 }, () => TOO_LARGE.slice(0, 20_000)),
    `\r\n--${EDGE}--\r\n`,
  ]);
const WAYS: Record<string, (file: string) => Promise<unknown>> = {
  'a file that is written at once': (file) => writeAtomically(file, TOO_LARGE),
  'a file that is written unless it changed': (file) => writeUnlessChanged(file, TOO_LARGE, () => true),
  'a file of a form': () =>
    readUpload(
      {
        body: form(),
        headers: new Headers({ 'content-type': `multipart/form-data; boundary=${EDGE}` }),
      },
      join(folder, 'uploads'),
      { files: 5, fileBytes: 10_000_000, bytes: 10_000_000 },
    ),
};

const results = [];
for (const [name, write] of Object.entries(WAYS)) {
  const file = join(folder, 'known.json');
  writeFileSync(file, 'old');
  const error = await write(file).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const isDisk = isStorageProblem(error) || diskProblemOf(error) !== null;
  results.push({
    name,
    isDisk,
    kept: readFileSync(file, 'utf8'),
    left: readdirSync(folder, { recursive: true }).sort(),
  });
}
console.log(JSON.stringify(results));
