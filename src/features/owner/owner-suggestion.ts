/** The kind of lead under which a change that an owner suggests is stored; figures of leads do not count it. */
export const OWNER_SUGGESTION = 'owner-suggestion';
