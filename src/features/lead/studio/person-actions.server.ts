import { notFound } from '../../../platform/http/endpoint.server.ts';
import { download } from '../../staff/studio/download.server.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';

const personPage = (id: string) => `/studio/people/${encodeURIComponent(id)}/`;

/** What is done with a person whose data is kept; the ID of the URL says who it is, no address. */
export const PERSON_ACTIONS = {
  async 'person-export'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const json = await studio.person.export(fields('person', 40), person);
    return json === null ? notFound() : download(json, 'application/json; charset=utf-8', 'person.json');
  },
  async 'person-erase'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const id = fields('person', 40);
    const result = await studio.person.erase(id, fields('confirm', 254), person);
    return result === 'erased' ? { to: '/studio/people/', done: 'erased' } : { to: personPage(id), wrong: result };
  },
  async 'person-merge'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const id = fields('person', 40);
    const isMerged = await studio.person.merge(id, fields('other', 40), person);
    if (isMerged === null) return notFound();
    return isMerged ? { to: personPage(id), done: 'merged' } : { to: personPage(id), wrong: 'merged' };
  },
  async 'person-split'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const id = fields('person', 40);
    const isSplit = await studio.person.split(id, fields('link', 60), person);
    return isSplit ? { to: personPage(id), done: 'split' } : notFound();
  },
} satisfies Record<string, StudioAction>;
