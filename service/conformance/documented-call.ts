import type { Context } from './check-context.ts';

type Values = Record<string, (context: Context) => Promise<string> | string>;

export interface DocumentedCall {
  section: string;
  path: string;
  /** For the required parameters, except the key. */
  required?: Values;
  /** Parameters of which at least one is required. */
  also?: Values;
  /** The call affects transfers that the suite didn't add. */
  changesQueue?: true;
}

export async function parameterValues(
  context: Context,
  { required, also }: DocumentedCall,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...required, ...also })) values[name] = await value(context);
  return values;
}
