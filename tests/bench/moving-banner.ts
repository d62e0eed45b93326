import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of the page with a moving banner, below its language. */
export const MOVING = 'bench-moving';

const words = (text: string) => ({ nl: text, fr: text, en: text, de: text });

/** Adds a page whose banner is a gallery: the agency of the tests has none that moves. */
export function addMovingBanner(contentDir: string): void {
  const gallery = ['banner', 'large', 'photo-01'].map((name) => ({
    src: `photos/${name}.jpg`,
    alt: words(name),
  }));
  const page = {
    id: MOVING,
    name: words('Beeld'),
    path: words(MOVING),
    status: 'Published',
    createDate: '2026-11-01',
    inMenu: false,
    params: {
      title: words('Beeld'),
      showPageBanner: true,
      banner: { type: 'gallery', gallery, title: { text: words('Beeld'), public: true } },
    },
  };
  writeFileSync(join(contentDir, `menu/${MOVING}.json`), JSON.stringify(page));
}
