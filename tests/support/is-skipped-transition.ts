/** Browsers report a page transition that they leave out as an error; visitors see the next page all the same. */
const LEFT_OUT = ['Transition was skipped', 'Transition was aborted because of invalid state'];
/** Whether a message only says that the browser showed the next page without a transition. */
export const isSkippedTransition = ({ message }: { message: string }): boolean =>
  LEFT_OUT.some((text) => message.startsWith(text));
