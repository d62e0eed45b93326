/** The code of all forms in one file: whoever opened one in place has that of its page already. */
import './FormInPlace.tsx';
import './FormLife.tsx';
