import type { Context } from './check-context.ts';

type Values = Record<string, (context: Context) => Promise<string> | string>;

export interface DocumentedCall {
  section: string;
  path: string;
  /** Values for the required parameters, except the key. */
  required?: Values;
  /** Values for parameters of which at least one is required. */
  also?: Values;
  /** The call can restart and remove transfers that the suite didn't add. */
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
