import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: string;
    'client:calm'?: boolean;
  }
}

/** Adds `client:touch` (on the first touch) and `client:calm` (in view while the browser is idle) to Astro. */
export function hydrateDirectives(): AstroIntegration {
  return {
    name: 'hydrate-directives',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        for (const name of ['touch', 'calm'] as const)
          addClientDirective({ name, entrypoint: `./src/ui/hydrate/${name}.client.ts` });
      },
    },
  };
}
