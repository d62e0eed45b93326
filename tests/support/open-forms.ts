import type { Site } from '../../src/content/site/site.ts';
import { type Engine, openStorage } from './storage.ts';
import { PROJECT, PROPERTY_ID, poster, stored } from './submit.ts';

/** An empty database of an engine, what posts forms into it, and all that is stored there. */
export async function openForms(engine: Engine, site: Site, captcha: 'on' | 'off' = 'off') {
  const { database } = await openStorage(engine);
  return { database, ...poster({ database, site, captcha }), rows: () => stored(database) };
}

/** The subject of a form in these tests: a property, or a project; a viewing is requested without a property. */
export const about = (form: string): Record<string, string> =>
  ({ 'contact-construction': { project: PROJECT }, 'contact-appointment': {} })[form] ?? { property: PROPERTY_ID };
