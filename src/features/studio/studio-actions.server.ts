import { OFFER_ACTIONS } from '../bid/studio/offer-actions.server.ts';
import { DOCUMENT_ACTIONS } from '../editing/photos/document-actions.server.ts';
import { PHOTO_ACTIONS } from '../editing/photos/photo-actions.server.ts';
import { CONTENT_ACTIONS } from '../editing/studio/content-actions.server.ts';
import { LABEL_ACTIONS } from '../editing/studio/label-actions.server.ts';
import { REPLACE_ACTIONS } from '../editing/studio/replace-actions.server.ts';
import { TRANSLATION_ACTIONS } from '../editing/studio/translation-actions.server.ts';
import { IMPORT_ACTIONS } from '../import/studio/import-actions.server.ts';
import { EXPORT_ACTIONS } from '../lead/studio/export-actions.server.ts';
import { LEAD_ACTIONS } from '../lead/studio/lead-actions.server.ts';
import { PEOPLE_ACTIONS } from '../lead/studio/people-actions.server.ts';
import { PERSON_ACTIONS } from '../lead/studio/person-actions.server.ts';
import { PUBLISH_ACTIONS } from '../publishing/publish-actions.server.ts';
import type { StudioActionName } from '../staff/roles.ts';
import { ACCOUNT_ACTIONS } from '../staff/studio/account-actions.server.ts';
import type { StudioAction } from '../staff/studio/studio-action.view.ts';
import { AGENDA_ACTIONS } from '../viewing/studio/agenda-actions.server.ts';

const all = {
  ...LEAD_ACTIONS,
  ...OFFER_ACTIONS,
  ...AGENDA_ACTIONS,
  ...PEOPLE_ACTIONS,
  ...PERSON_ACTIONS,
  ...EXPORT_ACTIONS,
  ...ACCOUNT_ACTIONS,
  ...CONTENT_ACTIONS,
  ...TRANSLATION_ACTIONS,
  ...LABEL_ACTIONS,
  ...REPLACE_ACTIONS,
  ...PUBLISH_ACTIONS,
  ...PHOTO_ACTIONS,
  ...DOCUMENT_ACTIONS,
  ...IMPORT_ACTIONS,
};

/** Every action of the studio by its name. An action without a row in the table of rights is an error of types. */
export const ACTIONS: Readonly<Record<StudioActionName, StudioAction>> &
  Record<Exclude<keyof typeof all, StudioActionName>, never> = all;
