import type { ActionContext, Outcome, StudioAction } from '../staff/studio/studio-action.view.ts';

const ROOM = '/studio/publish/';

/** Publishing and the way back; both run in a process of their own, and the page says how far they are. */
export const PUBLISH_ACTIONS = {
  async publish({ studio, person }: ActionContext): Promise<Outcome> {
    await studio.publish.start(person);
    return { to: ROOM };
  },
  async 'publish-rollback'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    return (await studio.publish.rollback(person, fields('from'))) ? { to: ROOM } : { to: ROOM, wrong: 'busy' };
  },
} satisfies Record<string, StudioAction>;
