import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { bundlerFlags } from '../../src/publish/bundle/make-bundle.ts';

/** What Node says of the flags that it was started with. */
const started = (flags: readonly string[]) =>
  execFileSync(process.execPath, [...flags, '-p', 'process.execArgv.join(" ")'], { env: {}, encoding: 'utf8' });

test('Node takes the flags of the bundler, which keep its heap small', () => {
  expect(started(bundlerFlags())).toContain('--max-semi-space-size=8');
  expect(bundlerFlags('--enable-source-maps')).toEqual(bundlerFlags());
});

test.each(['--max-semi-space-size=64', '--v8-pool-size=1 --max_semi_space_size=64'])(
  'an operator who gives Node more memory (%s) is obeyed',
  (nodeOptions) => {
    const flags = bundlerFlags(nodeOptions);
    expect(flags.join(' ')).not.toMatch(/semi|heap/);
    expect(bundlerFlags()).toEqual(expect.arrayContaining(flags));
  },
);
