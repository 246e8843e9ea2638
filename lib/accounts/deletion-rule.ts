/** The rule of a host that deletes files after some days without a view. No response contains it, so the user enters it. Pure. */

export const maxRuleDays = 3_650;

/** How many days in advance the user is warned. */
export const warningDays = 7;

export const isDeletionRule = (days: unknown): days is number =>
  typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= maxRuleDays;

/** Files without a view for this many days may be deleted within `warningDays`. */
export const getUnviewedDays = (deletesAfterDays: number): number =>
  Math.max(1, deletesAfterDays - warningDays);
