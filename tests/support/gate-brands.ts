/** A brand that the visual gate tries: `css` goes into the layer `brand`. */
export interface GateBrand {
  name: string;
  css: string;
}

const brand = (name: string, variables: string): GateBrand => ({
  name,
  css: `@layer brand { :root { ${variables} } }`,
});

/** The brand of the product and two that differ from it in type and colours. Both type families are wider. */
export const GATE_BRANDS: readonly GateBrand[] = [
  { name: 'default', css: '/* As the product is. */' },
  brand(
    'wide sans',
    `--text: 'DejaVu Sans', sans-serif; --display: 'DejaVu Sans', sans-serif;
    --action: light-dark(#123f7a, #a9c9f5); --on-action: light-dark(#ffffff, #0b1a2e);
    --accent: light-dark(#7a1256, #f2a9d6); --on-accent: light-dark(#ffffff, #2e0b21);`,
  ),
  brand(
    'wide serif',
    `--text: 'DejaVu Serif', serif; --display: 'DejaVu Serif', serif;
    --action: light-dark(#4a2c0a, #f0cf9f); --on-action: light-dark(#ffffff, #2a1804);
    --accent: light-dark(#0d5a5a, #93dcdc); --on-accent: light-dark(#ffffff, #052626);`,
  ),
];
