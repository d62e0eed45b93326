type Posted = Readonly<Record<string, unknown>>;

/** The texts that somebody wrote in a posted form: of a form of content those that it did not show before. */
export const typedTexts = (raw: Posted): string =>
  Object.entries(raw)
    .flatMap(([name, value]) => {
      const isText = /^(?:text|comment|note)$|^text-/.test(name) || (name.startsWith('/') && !isShown(raw, value));
      return isText && typeof value === 'string' && value ? [value] : [];
    })
    .join('\n\n');

const isShown = ({ shown }: Posted, value: unknown) =>
  String(shown).includes(JSON.stringify(String(value).replaceAll('\r\n', '\n')).slice(1, -1));

/** Says that something is gone, or which colleague has it now. */
export const goneWords = (holder: string | null, t: App.Locals['t']): string =>
  holder ? t('STUDIO_GONE_TO', { who: holder }) : t('STUDIO_GONE');
