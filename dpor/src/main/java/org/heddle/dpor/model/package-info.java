/**
 * What a program did and what it is told to do: operations, events, executions, plans' steps, and the dependence relation.
 */
package org.heddle.dpor.model;
