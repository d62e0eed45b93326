import type { LabelKey } from '../../../i18n/label-key.ts';
import type { Role } from '../roles.ts';

/** The labels of the roles. */
export const ROLE_NAMES: Readonly<Record<Role, LabelKey>> = {
  admin: 'STUDIO_ROLE_ADMIN',
  office: 'STUDIO_ROLE_OFFICE',
  agent: 'STUDIO_ROLE_AGENT',
  editor: 'STUDIO_ROLE_EDITOR',
  reader: 'STUDIO_ROLE_READER',
};
