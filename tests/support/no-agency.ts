import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectDir } from './test-site.ts';

/** Files of content/ that belong to the product, not to its agency. */
const OF_PRODUCT = ['README.md', 'schemas'];
const content = join(projectDir, 'content') + sep;

/** Makes every reading of the agency in content/ an error: a test of a unit must pass with any other agency. */
function refuseContent(of: object, names: readonly string[]): void {
  const functions = of as Record<string, (...given: unknown[]) => unknown>;
  for (const name of names) {
    const read = functions[name]!;
    functions[name] = (path, ...others) => {
      const text = path instanceof URL ? fileURLToPath(path) : String(path);
      const isAgency = `${text}${sep}`.startsWith(content) && !OF_PRODUCT.some((one) => text.startsWith(content + one));
      if (isAgency) throw new Error(`A test of a unit reads ${text}: use tests/fixtures/agency/ instead`);
      return read(path, ...others);
    };
  }
}

refuseContent(fs, ['readFileSync', 'readdirSync', 'existsSync', 'statSync', 'cpSync', 'readFile', 'readdir']);
refuseContent(fs.promises, ['readFile', 'readdir', 'stat', 'cp', 'open']);
syncBuiltinESMExports();
