import type { Translate } from '../../../i18n/label-key.ts';

/** The texts of the viewer, in the language of the page. */
export interface ViewerWords {
  title: string;
  close: string;
  previous: string;
  next: string;
  /** With {n} and {total}. */
  place: string;
  /** Name of the row of buttons that lead to rooms. */
  rooms: string;
  larger: string;
  smaller: string;
  /** With {company}. */
  play: string;
  note: string;
  /** With {host}. */
  open: string;
}

/** The words of the photo viewer. */
export const viewerWords = (t: Translate): ViewerWords => ({
  title: t('PHOTO_VIEWER'),
  close: t('CLOSE'),
  previous: t('PREVIOUS'),
  next: t('NEXT'),
  place: t('X_OF_Y', { n: '{n}', total: '{total}' }),
  rooms: t('PHOTO_ROOMS'),
  larger: t('PHOTO_LARGER'),
  smaller: t('PHOTO_SMALLER'),
  play: t('PLAY_AT', { company: '{company}' }),
  note: t('PLAYER_NOTE', { company: '{company}' }),
  open: t('OPEN_AT', { host: '{host}' }),
});
