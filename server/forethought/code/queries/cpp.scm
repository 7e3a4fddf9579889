; C++. `void Type::method()` names its owner.
(function_definition
  declarator: [
    (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name))
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name)))
  ]) @definition.function
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier scope: (_) @owner
      name: [(identifier) (operator_name) (destructor_name) (template_function)] @name))
    (pointer_declarator declarator: (function_declarator
      declarator: (qualified_identifier scope: (_) @owner name: (identifier) @name)))
    (reference_declarator (function_declarator
      declarator: (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name)] @name)))
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @owner
      name: [(identifier) (operator_name) (destructor_name)] @name)))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier
      name: (qualified_identifier scope: (_) @owner name: (identifier) @name))))
  ]) @definition.method
(function_definition declarator: (operator_cast) @name) @definition.method
(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)
  (qualified_identifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)])] body: (_)) @definition.class
(struct_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)
  (qualified_identifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)])] body: (_)) @definition.struct
(union_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)
  (qualified_identifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)])] body: (_)) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(namespace_definition name: (_) @name) @definition.namespace
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(type_definition declarator: [
  (type_identifier) @name
  (pointer_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
]) @definition.type
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (reference_declarator (field_identifier) @name)
  (array_declarator declarator: (field_identifier) @name)
]) @definition.field
(declaration declarator: [
  (identifier) @name
  (init_declarator declarator: (identifier) @name)
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
]) @definition.variable

(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)

(call_expression function: (identifier) @call)
(call_expression function: (template_function name: (identifier) @call))
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @call))
(call_expression function: (field_expression argument: (_) @receiver field: (template_method name: (field_identifier) @call)))
(call_expression function: (qualified_identifier scope: (_) @receiver name: (identifier) @call))
(call_expression function: (qualified_identifier scope: (_) @receiver name: (template_function name: (identifier) @call)))
(new_expression type: (type_identifier) @call)

(preproc_include path: (_) @import)
(using_declaration (qualified_identifier) @import)
