import type { AstroIntegration } from 'astro';

/** Adds `client:calm` to Astro: an island that loads when it is in sight and nothing else is going on. */
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
