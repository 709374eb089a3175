/** What a caller who names an unknown time zone is told. */
export const UNKNOWN_TIME_ZONE = 'Input should be the name of a time zone';
