import type { ConfigData } from 'html-validate';

/** The lint rules for the HTML of a page; each rule left out says why. */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // How Astro writes: without white space, void elements without a slash, booleans as they come.
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // Titles are made of the editor's words; how long they are is checked with the content.
    'long-title': 'off',
    // Telephone numbers are kept together by CSS, not by signs that a copied number would carry along.
    'tel-non-breaking': 'off',
    // The elements of this site; they hold what their parent may hold.
    'element-name': ['error', { pattern: '^[a-z][a-z0-9]*-[a-z0-9-]+$' }],
    // Style and script are in the page so that it arrives in one round trip; a policy of hashes guards them.
    'no-inline-style': 'error',
    'require-sri': 'off',
    // An input without a type is a text field; that is HTML too.
    'no-implicit-input-type': 'off',
    // Several options of one question share its name.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
    // Islands are written by React: autoComplete, maxLength, and ids that begin with an underscore.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'valid-id': ['error', { relaxed: true }],
    // The languages are in the header and in the drawer; an open drawer makes the rest inert, a closed one is not
    // there.
    'unique-landmark': 'off',
    // The search form appears twice where the 404 page is a search: role names it for older readers.
    'no-redundant-role': 'off',
    'prefer-native-element': 'off',
  },
};
