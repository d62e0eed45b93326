import type { AstroIntegration } from 'astro';

/** Adds `client:calm` to Astro: an island that hydrates when it is in view and the browser is idle. */
export function calmDirective(): AstroIntegration {
  return {
    name: 'client-calm',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        addClientDirective({ name: 'calm', entrypoint: './src/ui/calm/calm.ts' });
      },
    },
  };
}
