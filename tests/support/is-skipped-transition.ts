/** Whether a browser only tells that it went on without a transition between two pages, as it does for who is in a hurry. */
export const isSkippedTransition = (error: Error): boolean => error.message === 'Transition was skipped';
