/** The rule of a host that deletes files which nobody has viewed for so many days. It is in no answer: the user enters it. Pure. */

export const maxRuleDays = 3_650;

/** How many days before it happens the user is told of it. */
export const warningDays = 7;

export const isDeletionRule = (days: unknown): days is number =>
  typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= maxRuleDays;

/** Files that nobody has viewed for so many days may be deleted within `warningDays`. */
export const getUnviewedDays = (deletesAfterDays: number): number =>
  Math.max(1, deletesAfterDays - warningDays);
