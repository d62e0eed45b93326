import type { Transaction } from 'kysely';
import { createRequests } from './001-requests.ts';
import { createHomes } from './002-homes.ts';
import { createOwners } from './003-owners.ts';
import { renameWords } from './004-words.ts';
import { createContentVersions } from './005-content-versions.ts';
import { createSharedLists } from './006-shared-lists.ts';
import { createImportIds } from './007-import-ids.ts';
import { addWebhooks } from './008-webhooks.ts';
import { createCrmEvents } from './009-crm-events.ts';
import { createStaff } from './010-staff.ts';
import { createViewingChanges } from './011-viewing-changes.ts';
import { createPersonLinks } from './012-people.ts';
import { createSearchCounts } from './013-search-counts.ts';
import { addSecondFactors } from './014-second-factors.ts';
import { createContentDrafts } from './015-content-drafts.ts';
import { createTranslations } from './016-translations.ts';
import { createOffers } from './017-offers.ts';
import { createOwnerDocuments } from './018-owner-documents.ts';
import { createTenantFiles } from './019-tenant-files.ts';
import { addRefusedAddresses } from './020-refused-addresses.ts';
import { addStaffPreferences } from './021-staff-preferences.ts';
import { createMissingPaths } from './022-missing-paths.ts';
import { addStaffAway } from './023-staff-away.ts';
import { addOfferUndo } from './024-offer-undo.ts';
import { createLeadFiles } from './025-lead-files.ts';
import { addStaffAwayFrom } from './026-staff-away-from.ts';

/** One migration from a set of tables to the next; never changed once published. */
export interface Migration {
  name: string;
  up(transaction: Transaction<unknown>): Promise<void>;
}

/** All migrations in order: the version of a database is the number of migrations applied. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '001-requests', up: createRequests },
  { name: '002-homes', up: createHomes },
  { name: '003-owners', up: createOwners },
  { name: '004-words', up: renameWords },
  { name: '005-content-versions', up: createContentVersions },
  { name: '006-shared-lists', up: createSharedLists },
  { name: '007-import-ids', up: createImportIds },
  { name: '008-webhooks', up: addWebhooks },
  { name: '009-crm-events', up: createCrmEvents },
  { name: '010-staff', up: createStaff },
  { name: '011-viewing-changes', up: createViewingChanges },
  { name: '012-people', up: createPersonLinks },
  { name: '013-search-counts', up: createSearchCounts },
  { name: '014-second-factors', up: addSecondFactors },
  { name: '015-content-drafts', up: createContentDrafts },
  { name: '016-translations', up: createTranslations },
  { name: '017-offers', up: createOffers },
  { name: '018-owner-documents', up: createOwnerDocuments },
  { name: '019-tenant-files', up: createTenantFiles },
  { name: '020-refused-addresses', up: addRefusedAddresses },
  { name: '021-staff-preferences', up: addStaffPreferences },
  { name: '022-missing-paths', up: createMissingPaths },
  { name: '023-staff-away', up: addStaffAway },
  { name: '024-offer-undo', up: addOfferUndo },
  { name: '025-lead-files', up: createLeadFiles },
  { name: '026-staff-away-from', up: addStaffAwayFrom },
];
