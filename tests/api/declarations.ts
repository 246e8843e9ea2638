/** The comments that a reader sees when pointing at a name in a declaration file. */

export interface Declaration {
  /** Interface and member joined by a dot, or just the name. */
  readonly name: string;
  readonly hasComment: boolean;
}

/** The exported declarations of a declaration file. Each member of an interface or class is a separate one. */
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
