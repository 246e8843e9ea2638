/** What a reader sees of declarations when pointing at a name. */

/** A name that nothing is said of. */
export interface Declaration {
  /** Interface and member with a dot between, or the name alone. */
  readonly name: string;
  readonly hasComment: boolean;
}

/** The exported declarations of a file with types, each member of an interface or class by itself. */
export function listDeclarations(text: string): Declaration[] {
  const found: Declaration[] = [];
  let owner: string | null = null;
  let previous = '';
  let isComment = false;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed.startsWith('/**')) isComment = true;
    const wasComment = isComment;
    if (isComment && trimmed.endsWith('*/')) isComment = false;
    if (!wasComment) {
      const hasComment = previous.endsWith('*/');
      const head = /^export (?:declare )?(?:abstract )?(interface|class|type|function|const) (\w+)/.exec(
        line,
      );
      const member = /^ {4}(?:readonly |abstract |get )*(\w+)\??[(:<]/.exec(line);
      if (head) {
        const [, kind = '', name = ''] = head;
        found.push({ name, hasComment });
        owner = /interface|class/.test(kind) && !/\}$/.test(line) ? name : null;
      } else if (line === '}') owner = null;
      else if (owner !== null && member) found.push({ name: `${owner}.${member[1]}`, hasComment });
    }
    if (trimmed !== '') previous = trimmed;
  }
  return found;
}
