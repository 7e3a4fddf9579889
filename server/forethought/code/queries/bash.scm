; Bash and other shells. An alias is a function.
(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name) @definition.variable))

(command name: (command_name (word) @call))

((command name: (command_name (word) @_word) argument: (word) @import)
  (#any-of? @_word "source" "."))
