import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { recordStaffEvent } from '../staff/record-staff-event.server.ts';
import type { Reach } from '../staff/roles.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { openOwnerDocument, ownerDocumentsOf } from './owner-documents.server.ts';

interface Parts {
  database: Database;
  site: Site;
  secret: string;
}

/** The documents that owners sent, for staff who may see the owners of the property; opening one is in the audit. */
export function studioOwnerDocuments({ database, site, secret }: Parts) {
  const maySee = (propertyId: string, person: StaffMember, reach: Reach | null) =>
    reach === 'all' ||
    (reach === 'own' && person.member !== null && site.listing(Number(propertyId))?.manager === person.member);
  return {
    of: async (propertyId: string, person: StaffMember, reach: Reach | null) =>
      maySee(propertyId, person, reach) ? ownerDocumentsOf(database, propertyId) : [],
    /** Opens one; null when there is none, or this person may not see the owners of its property. */
    async open(id: string, person: StaffMember, reach: Reach) {
      const opened = await openOwnerDocument(database, secret, id);
      if (!opened || !maySee(opened.document.property_id, person, reach)) return null;
      const after = { property: opened.document.property_id, document: opened.document.name };
      const event = { staffId: person.id, who: person.name, action: 'owner-document', subject: id, after };
      await recordStaffEvent(database.db, event);
      return opened;
    },
  };
}
