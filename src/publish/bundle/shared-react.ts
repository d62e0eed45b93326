import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';

/** The packages that the islands of a visitor share: one file, whichever of them is opened first. */
const PACKAGES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
// A name that no file has.
const ENTRY_ID = 'virtual:react';

/**
 * Builds React as one file of its own. The islands are bundled apart (the files of Astro's islands, and one file for
 * each part that loads on touch), so that each of these bundles would contain React.
 */
export function sharedReact(): AstroIntegration {
  return {
    name: 'shared-react',
    hooks: {
      async 'astro:config:setup'({ command, updateConfig }) {
        if (command !== 'build') return;
        const source = await builtReact();
        const fileName = `_astro/react-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
        const url = `/${fileName}`;
        updateConfig({
          vite: {
            define: { 'import.meta.env.REACT_URL': JSON.stringify(url) },
            plugins: [importedFrom(url), emitted(fileName, source)],
            worker: { plugins: () => [importedFrom(url)] },
          },
        });
      },
    },
  };
}

/** Makes what runs in a browser import React from its URL; on the server React is bundled with the pages. */
const importedFrom = (url: string): Plugin => ({
  name: 'react-from-its-url',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) => (PACKAGES.includes(source) ? { id: url, external: 'absolute' } : null),
});

const emitted = (fileName: string, source: string): Plugin => ({
  name: 'react-file',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName, source });
  },
});

/** The code of one module that exports everything that the packages export. */
async function builtReact(): Promise<string> {
  const require = createRequire(import.meta.url);
  const exported = new Map<string, string>();
  for (const name of PACKAGES)
    for (const key of Object.keys(require(name))) if (!exported.has(key)) exported.set(key, name);
  const code = PACKAGES.map((name) => {
    const keys = [...exported].filter(([, from]) => from === name).map(([key]) => key);
    return `export { ${keys.join(', ')} } from '${name}';`;
  });
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'react-entry',
        resolveId: (id) => (id === ENTRY_ID ? ENTRY_ID : null),
        load: (id) => (id === ENTRY_ID ? `${code.join('\n')}\nexport { default } from 'react';` : null),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY_ID, preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('React could not be built');
  return chunk.code;
}
