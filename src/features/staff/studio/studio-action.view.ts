import * as z from 'zod';
import { problemResponse, type RequestContext, textField } from '../../../platform/http/action.server.ts';
import type { TextView } from '../../editing/text.view.ts';
import type { Problems } from '../../form/form.ts';
import type { Reach } from '../rights.ts';
import type { StaffMember } from '../staff.server.ts';
import type { StudioDone, StudioWrong } from '../studio-messages.ts';

/** A page that is shown in response to a POST, because it holds something that must not be in an address. */
export type StudioView =
  | { kind: 'login'; next: string; lost?: string; email?: string; wrong?: StudioWrong }
  | {
      kind: 'factor';
      next: string;
      setUpKey?: string;
      wrong: StudioWrong | null;
      /** An action that waits for a fresh second factor, with its fields. */
      again?: { action: string; fields: Readonly<Record<string, string>> };
    }
  /** What no longer exists or is a colleague's now, named where it is known; with what was typed. */
  | { kind: 'gone'; holder: string | null; lost: string }
  | { kind: 'codes'; codes: readonly string[]; next: string }
  | { kind: 'password'; token: string; wrong: StudioWrong }
  | {
      kind: 'lead';
      typed: Readonly<Record<string, unknown>>;
      wrong: StudioWrong | null;
      /** What is wrong with the fields of its form. */
      problems: Problems;
      similar: readonly string[];
    }
  | { kind: 'mandate'; property: string; typed: Readonly<Record<string, string>>; wrong: StudioWrong }
  | {
      kind: 'staff';
      wrong?: StudioWrong;
      link?: { email: string; href: string };
      typed?: Readonly<Record<string, string>>;
    }
  | { kind: 'account'; feed: string }
  | TextView;

/** The result of an action: the page that follows with what it says, a page that is shown at once, or a download. */
export type Outcome =
  | { to: string; done?: StudioDone; wrong?: StudioWrong; cookies?: readonly string[] }
  | { view: StudioView }
  | Response;

/** What an action knows: who acts, and how far their right reaches. */
export interface ActionContext extends RequestContext {
  person: StaffMember;
  reach: Reach;
  studio: App.Services['studio'];
}

export type StudioAction = (context: ActionContext) => Promise<Outcome>;

/** The posted fields of a shape. */
export type Fields<Shape extends z.core.$ZodLooseShape> = z.output<z.ZodObject<Shape>>;

/** An action whose posted fields are read by a schema; `subject` is what it acts on, where that was found before. */
export function posted<
  Shape extends z.core.$ZodLooseShape,
  Context extends Pick<RequestContext, 'body'> = ActionContext,
  Subject extends unknown[] = [],
>(
  shape: Shape,
  run: (input: Fields<Shape>, context: Context, ...subject: Subject) => Promise<Outcome>,
): (context: Context, ...subject: Subject) => Promise<Outcome> {
  const schema = z.object(shape);
  return async (context, ...subject) => {
    const { success, data } = schema.safeParse(context.body.raw);
    return success ? run(data, context, ...subject) : problemResponse('unreadable');
  };
}

/** A reader of the rows that `at` numbers; row 3 posts its field `text` under the name `text-3`. */
export function postedRows<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const row = z.object(shape);
  const names = Object.keys(shape);
  return (at: readonly string[], { body: { raw } }: Pick<RequestContext, 'body'>): Fields<Shape>[] =>
    at.map((number) => row.parse(Object.fromEntries(names.map((name) => [name, raw[`${name}-${number}`]]))));
}

/** The filter of the list from which a form was sent. */
export const listFilter = textField(8000).transform((query) => new URLSearchParams(query));
