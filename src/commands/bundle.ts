import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { environment } from '../platform/environment/environment.server.ts';
import { bundleDirOf } from '../publish/bundle/code-hash.ts';
import { makeBundle } from '../publish/bundle/make-bundle.ts';

/** `bundle`: makes the bundle of the current code, so that the first start and the first publish need not make it. */
export function bundleCommand(): Command {
  return new Command('bundle')
    .description('make the bundle of the current code; every version is rendered with it')
    .option('--into <folder>', 'also put it into this folder; a start looks into the folder .bundles of the project')
    .addHelpText('after', '\nExit code: 0 there is a bundle, 1 it could not be made.')
    .action(async ({ into }: { into?: string }) => {
      const { contentDir, dataDir } = environment();
      const projectDir = fileURLToPath(new URL('../..', import.meta.url));
      const result = await makeBundle({ projectDir, contentDir, dataDir });
      if (!result.ok) {
        process.exitCode = 1;
        return console.error(result.output);
      }
      const { bundle, made } = result;
      console.log(made ? `Made the bundle ${bundle}.` : `The bundle ${bundle} is up to date.`);
      if (!into) return;
      mkdirSync(into, { recursive: true });
      cpSync(bundleDirOf(dataDir, bundle), join(resolve(into), bundle), { recursive: true });
      console.log(`It is in ${join(resolve(into), bundle)}.`);
    });
}
