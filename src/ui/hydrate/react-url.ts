/** The URL of React, which all islands import; empty in development, where each of them finds it by itself. */
export const REACT_URL: string = import.meta.env?.REACT_URL ?? '';

/** The URLs of an island that uses React, of its code first; they are fetched together with the first touch. */
export const withReact = (code: string): string => `${code} ${REACT_URL}`.trim();
