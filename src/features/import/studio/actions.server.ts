import { textField } from '../../../platform/http/action.server.ts';
import { type ActionContext, posted, type StudioAction } from '../../staff/studio/studio-action.view.ts';

/** What the last import asked somebody. */
export const IMPORT_ACTIONS = {
  'import-confirm': posted(
    { source: textField(40), property: textField(12).transform(Number) },
    async ({ source, property }, { studio, person }: ActionContext) => {
      const to = '/studio/imports/';
      const isDone = await studio.content.confirmImport(source, property, person);
      return isDone ? { to, done: 'import-confirmed' } : { to, wrong: 'content-forbidden' };
    },
  ),
} satisfies Record<string, StudioAction>;
