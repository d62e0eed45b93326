declare global {
  var dataLayer: unknown[] | undefined;
}

/** Sends a consent command to tags. They recognise a command as an `arguments` object; an array would be ignored. */
export const tell: (kind: 'default' | 'update', signals: Record<string, string | number>) => void = (...said) => {
  (function (..._command: unknown[]) {
    globalThis.dataLayer ??= [];
    // biome-ignore lint/complexity/noArguments: see above
    globalThis.dataLayer.push(arguments);
  })('consent', ...said);
};
