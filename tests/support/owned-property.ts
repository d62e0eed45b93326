import { bound } from '../../src/content/site/ctx.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import * as portal from '../../src/features/owner/portal/portal-services.server.ts';
import type { Owner } from '../../src/features/owner/sessions.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { openSecurityLog } from '../../src/platform/log/log.server.ts';
import { OWN_PROPERTY, OWNER, settle } from './portal.ts';
import { type Engine, openStorage } from './storage.ts';
import { MAIL_SITE, SECRET } from './submit.ts';
import { agencyDir } from './test-site.ts';

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** An owner with one property in an empty database of an engine, the portal on it, and a way to book viewings. */
export async function openOwnedProperty(engine: Engine, site: Site) {
  const { database } = await openStorage(engine);
  const portalOf = (of = site) =>
    bound(
      {
        database,
        site: of,
        secret: SECRET,
        siteUrl: MAIL_SITE,
        contentDir: agencyDir,
        wakeOutbox: () => {},
        events: openSecurityLog({ info: () => {} }),
      },
      portal,
    );
  const parts = () => ({ site, secret: SECRET, siteUrl: MAIL_SITE, contentDir: agencyDir });
  const id = await settle(database, site, { password: null });
  const owner: Owner = {
    id,
    name: 'Margriet Maertens',
    email: OWNER,
    language: 'nl',
    digest: 'off',
    hasApp: false,
    hasFactor: false,
    isIn: true,
    sessionId: 's',
    seenBefore: null,
  };
  const property = (await portalOf().property(owner, OWN_PROPERTY))!;
  const book = (
    changes: Partial<{
      id: string;
      property_id: string;
      state: 'requested' | 'confirmed' | 'cancelled';
      starts_at: string;
    }> = {},
  ) =>
    database.db
      .insertInto('viewings')
      .values({
        id: newId(),
        lead_id: null,
        property_id: OWN_PROPERTY,
        agent_id: 'nele-proost',
        starts_at: ago(5 * HOUR_MS),
        ends_at: changes.starts_at ?? ago(4 * HOUR_MS),
        state: 'confirmed',
        language: 'nl',
        name: 'Karel Van den Broeck',
        email: 'karel@example.be',
        phone: '0470 12 34 56',
        held_until: null,
        reminded_at: null,
        sequence: 0,
        created_at: ago(50 * HOUR_MS),
        ...changes,
      })
      .execute();

  return { database, owner, property, portalOf, parts, book };
}
