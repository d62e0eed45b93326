/**
 * The code of all forms in one file: a visitor who opened a form in a dialog already has the code of the form's page.
 */
import './FormInPlace.tsx';
import './FormLife.tsx';
