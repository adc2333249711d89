/** What a caller gave is invalid; the message says which field and why. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
}
