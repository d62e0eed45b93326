import type { AstroIntegration } from 'astro';

/** Adds `client:touch` to Astro: an island that hydrates when it is touched. */
export function touchDirective(): AstroIntegration {
  return {
    name: 'client-touch',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        addClientDirective({ name: 'touch', entrypoint: './src/ui/touch/touch.ts' });
      },
    },
  };
}
