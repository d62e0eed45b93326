import { environment } from '../../platform/environment/environment.server.ts';
import type { MailLook } from '../../platform/mail/mail-content.ts';
import { DISPLAY_FAMILIES, palettesOf, SAME_AS_TEXT } from './palette.ts';
import type { BrandSettings } from './settings.ts';

/** Height of the logo in a mail in pixels. */
const HEIGHT = 44;
const made = new WeakMap<BrandSettings, MailLook>();

/** How mails of a brand look. */
export function mailLook(brand: BrandSettings): MailLook {
  const known = made.get(brand);
  if (known) return known;
  const { displayFont, display, radius } = brand;
  const logo = brand.logo?.light;
  const look: MailLook = {
    ...palettesOf(brand),
    radius,
    isSerif: displayFont?.serif ?? (display !== SAME_AS_TEXT && DISPLAY_FAMILIES[display].isSerif),
    logo:
      logo?.width && logo.height && logo.v
        ? {
            src: `${environment().siteUrl}/brand/logo-mail.png?v=${logo.v}`,
            width: Math.round((logo.width / logo.height) * HEIGHT),
            height: HEIGHT,
          }
        : null,
  };
  made.set(brand, look);
  return look;
}
