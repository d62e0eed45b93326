// The tokenizer alone: the whole of css-tree reads JSON files at run time, which a bundle does not contain.
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenTypes } from 'css-tree';
}
