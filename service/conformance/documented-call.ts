import type { Context } from './check-context.ts';

type Values = Record<string, (context: Context) => Promise<string> | string>;

export interface DocumentedCall {
  section: string;
  path: string;
  /** Values for the parameters that the call requires, the key apart. */
  required?: Values;
  /** Of several parameters at least one is required: values for some of them. */
  also?: Values;
  /** It can restart and remove transfers that the suite did not add. */
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
