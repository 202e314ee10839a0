import { restoreWeakMap } from './without-listeners.ts';
// In this order: linkedom makes its weak maps when it is loaded.
import './parse-html.ts';

restoreWeakMap();
