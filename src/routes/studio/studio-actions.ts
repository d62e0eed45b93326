import type { StudioActionName } from '../../domain/staff/roles.ts';
import { ACCOUNT_ACTIONS } from './account-actions.ts';
import { AGENDA_ACTIONS } from './agenda-actions.ts';
import { CONTENT_ACTIONS } from './content-actions.ts';
import { DOCUMENT_ACTIONS } from './document-actions.ts';
import { EXPORT_ACTIONS } from './export-actions.ts';
import { IMPORT_ACTIONS } from './import-actions.ts';
import { LABEL_ACTIONS } from './label-actions.ts';
import { LEAD_ACTIONS } from './lead-actions.ts';
import { OFFER_ACTIONS } from './offer-actions.ts';
import { PEOPLE_ACTIONS } from './people-actions.ts';
import { PERSON_ACTIONS } from './person-actions.ts';
import { PHOTO_ACTIONS } from './photo-actions.ts';
import { PUBLISH_ACTIONS } from './publish-actions.ts';
import { REPLACE_ACTIONS } from './replace-actions.ts';
import type { StudioAction } from './studio-action.ts';
import { TRANSLATION_ACTIONS } from './translation-actions.ts';

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
