"""From narrow skills to the merges that would make fewer of them. Pure; whether a merge is sound the rules decide."""
